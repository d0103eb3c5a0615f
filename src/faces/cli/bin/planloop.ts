#!/usr/bin/env node
import { quickStatus, quickUpdate } from '../planloop/quick-command.ts'
import { route } from './router.ts'

route(() => import('../planloop/main.ts'), {
  fits: (args) => (quickStatus(args) ?? quickUpdate(args)) !== undefined,
  load: () => import('../planloop/quick.ts'),
})
