export class MovableAddress {
  static listen(url: string): Promise<MovableAddress>;
  readonly url: string;
  pointTo(url: string): void;
  cutAll(): void;
  close(): Promise<void>;
}
