/** Whether a service logged, in this line, that something is wrong. A warning may well be what a fault is worth. */
export const isErrorLine = (line) => /^\{"level":"(error|fatal)"/.test(line);
