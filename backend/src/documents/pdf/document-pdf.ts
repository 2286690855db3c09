import { Injectable, Logger, ServiceUnavailableException } from '@nestjs/common';
import { documentMessages } from '#domain/documents/documents';
import { ThreadedWork, WorkLimitError } from '../../platform/work/threaded-work.js';
import { Turns } from '../../platform/work/turns.js';
import type { DocumentContent, DrawnDocument } from './draw-document.js';
import type { ReportContent } from './draw-report.js';

const { busy } = documentMessages;

/** The longest wait for the documents before one: some thousand of them. */
const waitTimeoutMs = 30_000;

/** Letters that are named in the log. */
const mostNamed = 8;

/** Makes the PDF of documents and reports: of the same content the same bytes, by the same version of the program. */
@Injectable()
export class DocumentPdf {
  private readonly logger = new Logger(DocumentPdf.name);
  private readonly turns = new Turns(1, waitTimeoutMs, busy);
  private readonly drawing = new ThreadedWork<DocumentContent | ReportContent, DrawnDocument>(
    'documents/pdf/pdf-thread.js',
    {
      timeoutMs: 20_000,
      heapMb: 128,
      maxConcurrent: 1,
      busy,
      // Reading the fonts takes longer than drawing.
      keptMs: 60_000,
    },
  );

  /**
   * Returns the file. A thread draws it, one after the other; letters that the fonts lack are named in the log.
   * @throws 503 where it is not made in time
   */
  async render(content: DocumentContent | ReportContent): Promise<Buffer> {
    const name = 'report' in content ? content.report : content.number;
    const { bytes, missing } = await this.turns
      .take(() => this.drawing.run(content))
      .catch((error: unknown) => {
        if (!(error instanceof WorkLimitError)) throw error;
        this.logger.error(`${name} was not drawn: ${error.message}`);
        throw new ServiceUnavailableException(busy);
      });
    if (missing.length) {
      const named = missing.slice(0, mostNamed).join(', ') + (missing.length > mostNamed ? ', …' : '');
      this.logger.warn(`${name} shows a replacement for letters that its fonts lack: ${named}`);
    }
    return Buffer.from(bytes.buffer);
  }
}
