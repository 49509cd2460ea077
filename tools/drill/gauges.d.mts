export function readGauge(
  service: { readonly name: string; readonly url: string },
  name: string,
): Promise<number>;
