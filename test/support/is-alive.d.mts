export declare function isAlive(pid: number): boolean;
