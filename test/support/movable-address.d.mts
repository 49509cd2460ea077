export class MovableAddress {
  static listen(url: string): Promise<MovableAddress>;
  readonly url: string;
  readonly sent: number;
  readonly received: number;
  pointTo(url: string): void;
  cutAll(): void;
  close(): Promise<void>;
}
