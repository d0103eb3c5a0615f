import type { LanguageModel } from 'ai'
import { guardedFetch } from './guarded-fetch.ts'

export type ProviderName = 'anthropic' | 'openai' | 'compatible'

export interface ModelRequest {
  readonly model: string
  readonly url: string
  /** Empty: the endpoint wants none. */
  readonly key: string
}

interface Provider {
  readonly package: string
  /** The variable that holds the key where no other is named. */
  readonly variable: string
  /** Always given to the library, so that no variable of the environment sends the key elsewhere. */
  readonly url: string
  readonly open: (request: ModelRequest) => Promise<LanguageModel>
}

export const providers: Readonly<Record<ProviderName, Provider>> = {
  anthropic: {
    package: '@ai-sdk/anthropic',
    variable: 'ANTHROPIC_API_KEY',
    url: 'https://api.anthropic.com/v1',
    async open({ model, url, key }) {
      const { createAnthropic } = await import('@ai-sdk/anthropic')
      return createAnthropic({ baseURL: url, apiKey: key, fetch: guardedFetch })(model)
    },
  },
  openai: {
    package: '@ai-sdk/openai',
    variable: 'OPENAI_API_KEY',
    url: 'https://api.openai.com/v1',
    async open({ model, url, key }) {
      const { createOpenAI } = await import('@ai-sdk/openai')
      return createOpenAI({ baseURL: url, apiKey: key, fetch: guardedFetch })(model)
    },
  },
  compatible: {
    package: '@ai-sdk/openai-compatible',
    variable: '',
    url: '',
    async open({ model, url, key }) {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      const auth = key === '' ? {} : { apiKey: key }
      return createOpenAICompatible({
        name: 'compatible',
        baseURL: url,
        fetch: guardedFetch,
        includeUsage: true,
        ...auth,
      })(model)
    },
  },
}
