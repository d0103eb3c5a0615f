#!/usr/bin/env node
import { route } from './router.ts'

route(() => import('../steadplan/main.ts'))
