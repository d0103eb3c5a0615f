/** Everything that needs the library of the protocol. It is large, and only those who use such an agent load it. */
export { connect } from './connection.ts'
export { runTurn } from './turn.ts'
