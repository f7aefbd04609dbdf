/** Lets everything else that waits have its turn: a server that thinks must not stop answering. */
export const breath = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
