import fs from 'node:fs';
import { crc32 } from 'node:zlib';
import { DataFolderError } from '../../values/errors.js';

/**
 * Checks a data file before LMDB maps it into memory: LMDB trusts its pages, and a damaged one would crash the process
 * or, worse, be read as valid. The layout of the pages is LMDB's (mdb.c, data version 2).
 */
const LMDB_MAGIC = 0xbeefc0de;
const HEADER = 24;
const NO_PAGE = 0xffff_ffff_ffff_ffffn;
const Flag = { branch: 1, leaf: 2, overflow: 4, meta: 8 } as const;
const Node = { big: 1, subDatabase: 2 } as const;

/** Files up to this size in bytes are read whole at every start; larger ones only if their end looks damaged. */
const SMALL_FILE = 32 * 2 ** 20;
const TAIL_PAGES = 16;
/** Maximum number of pages of a document. */
const LONGEST_RUN = 4200;

class Damage extends Error {
  constructor(
    message: string,
    readonly code: 'DAMAGED' | 'FOREIGN' = 'DAMAGED',
  ) {
    super(message);
  }
}

/**
 * @param whole true to read every page and checksum of a large file too
 * @param metas the two meta pages to use instead of the file's own
 * @returns the number of documents, undefined if not all pages were read
 * @throws DataFolderError for a file that is foreign, truncated or damaged
 */
export const checkFile = (path: string, whole = false, metas?: Buffer): number | undefined =>
  examine(
    path,
    (checker) => (whole || checker.size <= SMALL_FILE || !checker.tailIsSane() ? checker.walk() : undefined),
    (damage) => {
      const code = damage instanceof Damage ? damage.code : 'DAMAGED';
      throw new DataFolderError(code, `The database file ${path} is damaged (${damage.message})`, { path });
    },
    metas,
  );

/**
 * Reads the value of a key of the catalog without LMDB.
 * @param metas the two meta pages to use instead of the file's own
 * @returns undefined if it is not there, or the file is damaged
 */
export const readStored = (path: string, key: string, metas?: Buffer): Buffer | undefined =>
  examine(
    path,
    (checker) => checker.find(key),
    () => undefined,
    metas,
  );

/** Lets `look` read a file; undefined where it is missing or empty. */
function examine<Found>(
  path: string,
  look: (checker: Checker) => Found,
  onDamage: (damage: Damage | RangeError) => Found,
  metas?: Buffer,
): Found | undefined {
  if (!fs.existsSync(path) || fs.statSync(path).size === 0) return undefined;
  const file = fs.openSync(path, 'r');
  try {
    return look(new Checker(file, metas));
  } catch (error) {
    if (isDamage(error)) return onDamage(error);
    throw error;
  } finally {
    fs.closeSync(file);
  }
}

/** Returns true for damage that a check has found, and for what reading beyond the end of a damaged page throws. */
const isDamage = (error: unknown): error is Damage | RangeError =>
  error instanceof Damage || error instanceof RangeError;

interface Tree {
  root: bigint;
  entries: bigint;
}

class Checker {
  readonly size: number;
  private readonly pageSize: number;
  private readonly trees: { free: Tree; main: Tree };
  private readonly pages: number;

  constructor(
    private readonly file: number,
    metas?: Buffer,
  ) {
    this.size = fs.fstatSync(file).size;
    const own = this.readBytes(0, 256);
    if (own.readUInt32LE(24) !== LMDB_MAGIC)
      throw new Damage('it is no database of this program, or its beginning is gone', 'FOREIGN');
    this.pageSize = own.readUInt32LE(48);
    if (![4096, 8192, 16384, 32768, 65536].includes(this.pageSize))
      throw new Damage('its page size is impossible');
    if (this.readBytes(this.pageSize, 256).readUInt32LE(24) !== LMDB_MAGIC)
      throw new Damage('its second page is gone');
    const first = metas?.subarray(0, 256) ?? own;
    const second = metas?.subarray(this.pageSize) ?? this.readBytes(this.pageSize, 256);
    const newest = transactionOf(first) >= transactionOf(second) ? first : second;
    this.trees = { free: treeAt(newest, 48), main: treeAt(newest, 96) };
    this.pages = Number(newest.readBigUInt64LE(144)) + 1;
    if (this.size < this.pages * this.pageSize)
      throw new Damage(`it is cut off: ${this.size} bytes of ${this.pages * this.pageSize} are left`);
  }

  private readBytes(at: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length);
    if (fs.readSync(this.file, bytes, 0, length, at) < length) throw new Damage('it is cut off');
    return bytes;
  }

  private page(number: number, count = 1): Buffer {
    return this.readBytes(number * this.pageSize, count * this.pageSize);
  }

  /** Returns true if the last pages are valid: with their own number, well formed, and matching checksums. */
  tailIsSane(): boolean {
    const last = Math.floor(this.size / this.pageSize) - 1;
    for (let number = last; number >= Math.max(2, last - TAIL_PAGES); number--) {
      try {
        const page = this.page(number);
        if (hasHeader(page, number, Flag.overflow)) this.checkRun(number);
        else if (hasHeader(page, number, Flag.leaf)) for (const node of nodesOf(page)) checkIfDocument(node);
        else if (hasHeader(page, number, Flag.branch)) nodesOf(page);
        else number = this.startOfRun(number);
      } catch (error) {
        if (isDamage(error)) return false;
        throw error;
      }
    }
    return true;
  }

  /** Returns the first page of the large document that contains this page. */
  private startOfRun(within: number): number {
    for (let number = within - 1; number >= Math.max(2, within - LONGEST_RUN); number--) {
      const header = this.readBytes(number * this.pageSize, HEADER);
      if (!hasHeader(header, number, Flag.overflow)) continue;
      if (number + header.readUInt32LE(20) <= within) break;
      this.checkRun(number);
      return number;
    }
    throw new Damage(`page ${within} is none`);
  }

  private checkRun(number: number): void {
    const count = this.readBytes(number * this.pageSize + 20, 4).readUInt32LE(0);
    if (count < 1 || count > LONGEST_RUN) throw new Damage(`page ${number} is none`);
    const data = this.page(number, count).subarray(HEADER);
    const length = data.readInt32LE(4);
    if (length > data.length - 4) throw new Damage(`page ${number} is none`);
    if (length >= 5) checkChecksum(data.subarray(0, length + 4), number);
  }

  /** Returns the value of a key of the catalog. */
  find(key: string): Buffer | undefined {
    let found: Buffer | undefined;
    this.walkTree(this.trees.main, (node) => {
      if (!(node.flags & Node.subDatabase) || nameOf(node) !== 'meta') return;
      this.walkTree(treeAt(node.value, 0), (entry) => {
        if (nameOf(entry) === key) found = Buffer.from(entry.value);
      });
    });
    return found;
  }

  /** Reads every page in use, from the roots; returns the number of documents. */
  walk(): number {
    let documents = 0;
    this.walkTree(this.trees.free, () => undefined);
    this.walkTree(this.trees.main, ({ key, value, flags }) => {
      if (!(flags & Node.subDatabase)) return;
      const isData = nameOf({ key }) === 'data';
      this.walkTree(treeAt(value, 0), (node) => {
        if (!isData || !isDocumentKey(node.key)) return;
        checkChecksum(node.value);
        documents++;
      });
    });
    return documents;
  }

  private walkTree({ root, entries }: Tree, visit: (node: LeafNode) => void): void {
    if (root === NO_PAGE) return;
    let found = 0n;
    const descend = (pointer: bigint, depth: number): void => {
      const number = Number(pointer);
      if (number < 2 || number >= this.pages || depth > 40) throw new Damage(`a page points nowhere`);
      const page = this.page(number);
      const isLeaf = hasHeader(page, number, Flag.leaf);
      if (!isLeaf && !hasHeader(page, number, Flag.branch))
        throw new Damage(`page ${number} is not what it was`);
      for (const node of nodesOf(page)) {
        if (!isLeaf) {
          descend(node.child, depth + 1);
          continue;
        }
        found++;
        visit(node.flags & Node.big ? { ...node, value: this.bigValue(node) } : node);
      }
    };
    descend(root, 0);
    if (found !== entries) throw new Damage(`${entries} entries are expected, and ${found} are there`);
  }

  private bigValue({ value, size }: LeafNode): Buffer {
    const number = Number(value.readBigUInt64LE(0));
    const count = Math.ceil((HEADER + size) / this.pageSize);
    if (number < 2 || number + count > this.pages) throw new Damage('a page points nowhere');
    const pages = this.page(number, count);
    if (!hasHeader(pages, number, Flag.overflow)) throw new Damage(`page ${number} is not what it was`);
    return pages.subarray(HEADER, HEADER + size);
  }
}

/** Returns a key as text; it may be padded with zeros. */
const nameOf = ({ key }: { key: Buffer }): string => key.toString('latin1').replace(/\0+$/, '');

/** Returns the transaction number of a meta page, mm_txnid. */
export const transactionOf = (meta: Buffer): bigint => meta.readBigUInt64LE(152);

interface LeafNode {
  key: Buffer;
  value: Buffer;
  /** Size of the value in bytes; a large value is on overflow pages. */
  size: number;
  flags: number;
  child: bigint;
}

const treeAt = (bytes: Buffer, at: number): Tree => ({
  entries: bytes.readBigUInt64LE(at + 32),
  root: bytes.readBigUInt64LE(at + 40),
});

const hasHeader = (page: Buffer, number: number, flag: number): boolean =>
  page.readBigUInt64LE(0) === BigInt(number) && (page.readUInt16LE(18) & 0xff & ~0x10) === flag;

/** Returns the nodes of a page; checks that they lie within it, and that their keys are in order. */
function nodesOf(page: Buffer): LeafNode[] {
  const isLeaf = (page.readUInt16LE(18) & Flag.leaf) !== 0;
  const lower = page.readUInt16LE(20);
  const upper = page.readUInt16LE(22);
  if (lower % 2 !== 0 || lower > upper || upper > page.length - HEADER)
    throw new Damage('a page has lost its order');
  const nodes: LeafNode[] = [];
  for (let at = 0; at < lower / 2; at++) {
    const start = page.readUInt16LE(HEADER + at * 2) + HEADER;
    if (start < HEADER + upper) throw new Damage('a page has lost its order');
    const low = page.readUInt16LE(start) + page.readUInt16LE(start + 2) * 0x10000;
    const flags = page.readUInt16LE(start + 4);
    const keyEnd = start + 8 + page.readUInt16LE(start + 6);
    const stored = isLeaf ? (flags & Node.big ? 24 : low) : 0;
    if (keyEnd + stored > page.length) throw new Damage('a page has lost its order');
    const key = page.subarray(start + 8, keyEnd);
    nodes.push({
      key,
      value: page.subarray(keyEnd, keyEnd + stored),
      size: low,
      flags,
      child: BigInt(low) + (BigInt(flags) << 32n),
    });
  }
  return nodes;
}

/** Returns true for the key of a document: the index number behind the collection's number is 0. */
const isDocumentKey = (key: Buffer): boolean => key.length > 6 && key.readUInt16BE(4) === 0;

function checkIfDocument({ key, value, flags }: LeafNode): void {
  const looksLikeOne =
    !flags && isDocumentKey(key) && value.length > 8 && value.readInt32LE(4) === value.length - 4;
  if (looksLikeOne) checkChecksum(value);
}

function checkChecksum(value: Buffer, page?: number): void {
  if (value.length < 9 || crc32(value.subarray(4)) !== value.readUInt32LE(0)) {
    throw new Damage(
      page === undefined
        ? 'a document does not match its checksum'
        : `the document on page ${page} does not match its checksum`,
    );
  }
}
