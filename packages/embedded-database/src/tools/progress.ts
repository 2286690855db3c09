/** Shows how far a command has come: a line that is written anew on a terminal, nothing elsewhere. */
export class Progress {
  private shown = 0;
  private readonly isShown = process.stderr.isTTY === true;

  show(text: string): void {
    if (!this.isShown || Date.now() - this.shown < 100) return;
    this.shown = Date.now();
    process.stderr.write(`\r\u001b[K${text.slice(0, (process.stderr.columns || 80) - 1)}`);
  }

  /** Takes the line away. */
  clear(): void {
    if (this.isShown && this.shown) process.stderr.write('\r\u001b[K');
    this.shown = 0;
  }
}
