export function isErrorLine(line: string): boolean;
