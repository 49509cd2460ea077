const DOWNLOAD_MS = 60_000;

/** Has the browser save a file that was made or fetched here. */
export function download(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers start to read later.
  setTimeout(() => {
    URL.revokeObjectURL(url);
  }, DOWNLOAD_MS);
}
