#!/usr/bin/env node
import { quickCommand } from '../agentctl/quick-command.ts'
import { route } from './router.ts'

route(() => import('../agentctl/main.ts'), {
  fits: (args) => quickCommand(args) !== undefined,
  load: () => import('../agentctl/quick.ts'),
})
