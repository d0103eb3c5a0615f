#!/usr/bin/env node
import { route } from './router.ts'

route(() => import('../planloop/main.ts'))
