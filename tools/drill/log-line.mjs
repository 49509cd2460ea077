/** Warnings are expected during a fault. */
export const isErrorLine = (line) => /^\{"level":"(error|fatal)"/.test(line);
