/** Hands a file to the browser's downloads. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has to open the URL before it is revoked.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
