/** Whoever pulls steps opens the log anew each time, and reads each time all that stands behind its last snapshot. */
export const snapshotBytes = 16 * 1024
