import { join } from 'node:path'

/**
 * A server on this machine that speaks as the models do. What the model says goes by the step it is prompted with and by
 * how many tools it has called so far. `directory` is where its files are to be.
 */
export async function startModel(folder) {
  const { LLMock } = await import(join(folder, 'node_modules/@copilotkit/aimock/dist/index.js'))
  const server = new LLMock({ port: 0, host: '127.0.0.1' })
  const model = { url: '', directory: '', stop: () => server.stop() }
  const usage = { input_tokens: 100, output_tokens: 10 }
  server.on({ predicate: () => true }, async (request) => ({ ...(await answer(request, model.directory)), usage }))
  model.url = await server.start()
  return model
}

const turns = {
  write: [(tools) => tools.write('one.txt', 'one'), () => says('The first file is written.')],
  shell: [
    (tools) => tools.quietly('touch quiet.txt'),
    (tools) => tools.shell('touch shell.txt'),
    (tools) => tools.write('two.txt', 'two'),
    () => says('The second file is written.'),
  ],
  hang: [() => new Promise(() => {})],
}

function answer({ messages, tools = [] }, directory) {
  const names = new Set(tools.map((tool) => tool.function?.name))
  const family = names.has('exec_command') ? codexTools : names.has('Write') ? claudeTools(directory) : undefined
  const [, step] = /one step, `([a-z]+)`/.exec(JSON.stringify(messages)) ?? []
  const turn = turns[step]
  // Beside its work, an agent asks for titles and summaries; and to test one is to ask for a single word.
  if (family === undefined || turn === undefined) return says('ready')
  const calls = messages.flatMap((message) => message.tool_calls ?? []).length
  return turn[Math.min(calls, turn.length - 1)](family)
}

function says(content) {
  return { content }
}

function calls(name, given) {
  return { toolCalls: [{ name, arguments: JSON.stringify(given) }] }
}

const codexTools = {
  write(path, text) {
    const patch = ['*** Begin Patch', `*** Add File: ${path}`, `+${text}`, '*** End Patch']
    return calls('exec_command', { cmd: ['apply_patch <<EOF', ...patch, 'EOF', ''].join('\n') })
  },
  /** Inside of its own fence, and for that it does not ask. */
  quietly: (cmd) => calls('exec_command', { cmd }),
  shell(cmd) {
    return calls('exec_command', { cmd, sandbox_permissions: 'require_escalated', justification: 'May I?' })
  },
}

function claudeTools(directory) {
  const shell = (command) => calls('Bash', { command, description: 'as the plan says' })
  return {
    write: (path, content) => calls('Write', { file_path: join(directory, path), content }),
    quietly: shell,
    shell,
  }
}
