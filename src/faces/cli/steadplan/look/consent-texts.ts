import type { StepActions } from '../../../../store/plans/step-actions.ts'

/** Why a step waits for a yes of its own, where we are the ones who ask for it. */
export function consentTexts(own: StepActions | undefined): string[] {
  return (own?.consents ?? []).map(({ what, why }) => `asks for a yes of its own: ${what} (${why})`)
}
