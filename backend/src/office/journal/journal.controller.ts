import { Readable } from 'node:stream';
import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiQuery } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { CurrentUser } from '#domain/auth/auth';
import { journalFormats } from '#domain/ledger/journal';
import { dayPattern, monthPattern } from '#domain/platform/dates';
import { sendFile } from '../../platform/exports/send-file.js';
import { type ZippedFile, zipPieces } from '../../platform/exports/zip.js';
import { Costly, Reads } from '../../platform/http/access.decorators.js';
import { ApiSegment } from '../../platform/http/api-list-query.decorator.js';
import { type Caller, FromCaller } from '../../platform/http/caller.decorator.js';
import { type Journal, JournalService } from './journal.service.js';
import { PackageService } from './package.service.js';

const day = { type: 'string', pattern: dayPattern } as const;
const binary = { schema: { type: 'string', format: 'binary' } } as const;

const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  beancount: 'text/plain; charset=utf-8',
  zip: 'application/zip',
} as const;

const zipOf = ({ baseName, files, to }: Journal) => ({
  name: `${baseName}.zip`,
  type: contentTypes.zip,
  pieces: zipPieces(files, to),
});

/** Returns a journal as one file: the only one that it has, else a ZIP. */
async function inOneFile(journal: Journal) {
  const files = journal.files[Symbol.asyncIterator]();
  const { value: first } = (await files.next()) as IteratorYieldResult<ZippedFile>;
  const { name } = first;
  if (name.endsWith('.beancount')) return { name, type: contentTypes.beancount, pieces: first.pieces };
  // As many rows as a program imports: whether there is a further file is known after them.
  const pieces: (string | Uint8Array)[] = [];
  for await (const piece of first.pieces) pieces.push(piece);
  const second = await files.next();
  if (second.done) return { name, type: contentTypes.csv, pieces };
  async function* all(): AsyncGenerator<ZippedFile> {
    yield { ...first, pieces };
    yield second.value as ZippedFile;
    yield* { [Symbol.asyncIterator]: () => files };
  }
  return zipOf({ ...journal, files: all() });
}

@Controller('books')
export class JournalController {
  constructor(
    private readonly journal: JournalService,
    private readonly packages: PackageService,
  ) {}

  /** The accounts of the journal, by their names of the operator's settings or by default. */
  @Reads('books')
  @Get('accounts')
  accounts() {
    return this.journal.accounts();
  }

  /** The books of some days as balanced entries for QuickBooks, Xero or beancount: a file, or a ZIP of several. */
  @ApiOkResponse({ content: { 'text/csv': binary, 'text/plain': binary, 'application/zip': binary } })
  @ApiQuery({ name: 'format', schema: { type: 'string', enum: [...journalFormats] } })
  @ApiQuery({ name: 'from', description: 'First day', schema: day })
  @ApiQuery({ name: 'to', description: 'Last day', schema: day })
  @Reads('books')
  @Costly()
  @Get('journal')
  async export(
    @Query() query: Record<string, unknown>,
    @Res() reply: FastifyReply,
    @FromCaller() caller: Caller,
  ) {
    const { pieces, ...file } = await inOneFile(await this.journal.export(query, caller));
    await sendFile(reply, file, Readable.from(pieces, { objectMode: false }));
  }

  /** A ZIP of a past month: its books as a workbook, documents with their PDFs, payouts, and the journal in each form. */
  @ApiOkResponse({ content: { 'application/zip': binary } })
  @ApiSegment('month', 'YYYY-MM', monthPattern)
  @Reads('books', 'documents', 'card-payouts')
  @Costly()
  @Get(':month/package')
  async package(@Param('month') month: string, @Res() reply: FastifyReply, @FromCaller() caller: Caller) {
    const { user } = reply.request as { user?: CurrentUser };
    const { end, ...made } = await this.packages.make(month, caller, user?.id ?? '');
    const { pieces, ...file } = zipOf(made);
    const stream = Readable.from(pieces, { objectMode: false });
    stream.once('close', end);
    await sendFile(reply, file, stream);
  }
}
