/** Shows a command's progress in a line that it rewrites on a terminal; nothing if the output is no terminal. */
export class Progress {
  private shown = 0;
  private readonly isShown = process.stderr.isTTY === true;

  show(text: string): void {
    if (!this.isShown || Date.now() - this.shown < 100) return;
    this.shown = Date.now();
    process.stderr.write(`\r\u001b[K${text.slice(0, (process.stderr.columns || 80) - 1)}`);
  }

  /** Removes the line. */
  clear(): void {
    if (this.isShown && this.shown) process.stderr.write('\r\u001b[K');
    this.shown = 0;
  }
}
