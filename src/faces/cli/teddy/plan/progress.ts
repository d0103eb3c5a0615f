import { summary } from '../../../../plan/diagnostics/summary.ts'
import { visible } from '../../../../plan/diagnostics/visible.ts'
import type { PlannerProgress } from '../../../../planner/progress.ts'
import type { ContextResource } from '../../../../store/teddy/resources.ts'
import { counted } from '../../counted.ts'
import type { Terminal } from '../../terminal.ts'
import { sizeText } from '../session/words.ts'

/** Says beside the answer what goes on while a plan is written: on a terminal how much of it is there. */
export function planningProgress(
  terminal: Terminal,
  source: string,
  resources: readonly ContextResource[],
): { readonly tell: (progress: PlannerProgress) => void; readonly end: () => void } {
  const shown = resources.filter(({ text }) => text !== undefined)
  const bytes = shown.reduce((sum, one) => sum + one.bytes, 0)
  let characters = 0
  let saidAt = 0
  let isOpen = false
  const line = (text: string) => {
    end()
    terminal.err(`${text}\n`)
  }
  const end = () => {
    if (isOpen) terminal.err('\r\u001b[K')
    isOpen = false
  }
  const tell = (progress: PlannerProgress) => {
    switch (progress.kind) {
      case 'asked': {
        characters = 0
        const often = progress.attempt === 1 ? '' : `, for the ${ordinal(progress.attempt)} time of ${progress.of}`
        const seen = shown.length === 0 ? '' : `, who sees ${counted(shown.length, 'file')} (${sizeText(bytes)})`
        return line(`Asking ${visible(source)}${seen}${often} …`)
      }
      case 'text':
        characters += progress.text.length
        if (!terminal.isInteractive || performance.now() < saidAt + pauseMs) return
        saidAt = performance.now()
        isOpen = true
        return terminal.err(`\r${counted(characters, 'character')} …`)
      case 'waiting':
        return line(`${visible(progress.why)} Trying again in ${Math.ceil(progress.ms / 1000)} s.`)
      case 'faulty':
        return line(`The answer has ${summary(progress.diagnostics)}.`)
      case 'answered':
        return end()
    }
  }
  return { tell, end }
}

const pauseMs = 100

function ordinal(number: number): string {
  return number === 2 ? 'second' : number === 3 ? 'third' : `${number}th`
}
