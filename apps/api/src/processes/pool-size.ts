/** Several processes share what one would have taken for a machine; each needs some to read while it writes. */
const POOLED_BY_ALL = 40;
const POOLED_AT_LEAST = 4;
const POOLED_AT_MOST = 10;

/** How many connections each of them may have; undefined leaves it at what one has by itself. */
export const poolSizeFor = (processes: number): number | undefined =>
  processes === 1
    ? undefined
    : Math.max(POOLED_AT_LEAST, Math.min(POOLED_AT_MOST, Math.floor(POOLED_BY_ALL / processes)));
