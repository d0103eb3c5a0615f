/** Starts a script and never lets it begin. Prints its pid and waits to be killed. */
import { openScript } from '../../../src/process/script.ts'

const { script, cwd }: { readonly script: string; readonly cwd: string } = JSON.parse(process.argv[2]!)
const { pid } = await openScript({ script, cwd, outputCap: 1000 })
console.log(`pid ${pid}`)
setInterval(() => {}, 1000)
