#!/usr/bin/env node
import { quickCommand } from '../steadplan/loop/quick-command.ts'
import { quickDone } from '../steadplan/loop/quick-done-command.ts'
import { route } from './router.ts'

route(() => import('../steadplan/main.ts'), {
  fits: (args) => (quickCommand(args, process.env) ?? quickDone(args, process.env)) !== undefined,
  load: () => import('../steadplan/loop/quick.ts'),
})
