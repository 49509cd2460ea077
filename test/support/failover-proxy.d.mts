export class FailoverProxy {
  static listen(url: string): Promise<FailoverProxy>;
  readonly url: string;
  readonly sent: number;
  readonly received: number;
  pointTo(url: string): void;
  cutAll(): void;
  close(): Promise<void>;
}
