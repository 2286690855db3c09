import type { KeyObject } from 'node:crypto';
import type { Connection } from 'mongoose';
import type { Anchor } from './anchor.js';
import type { AuditEntry } from './audit.schema.js';
import {
  chainCollections,
  type Block,
  isBlockRight,
  isHeadRight,
  isLinked,
  isMarked,
  type Link,
} from './chain.js';
import { ReplacedMarks } from './replaced-marks.js';

/** Tolerance of the age by which entries are deleted: that of the database's clock and its schedule. */
const toleranceMs = 10 * 60_000;

const nameOf = (link: Link | undefined): string =>
  link ? `the entry ${String(link.id)} of ${link.at.toISOString()}` : 'the beginning';

/** The result of a check: the number of entries, or the first fault. */
export type ChainState =
  | { entries: number; waiting: number; until: Date; block: number; hash: string }
  | { fault: string };

/**
 * Checks the audit trail: that no entry was changed, added, or has gone before its time (`retentionMs`), and that the
 * chain goes as far as its anchor in the folder, which is read before it. An entry whose content an erasure has
 * replaced is followed by the marks that the erasure's own entry names.
 */
export async function checkChain(
  connection: Connection,
  key: KeyObject,
  retentionMs: number,
  anchor?: Anchor | 'changed',
): Promise<ChainState> {
  const { entries, blocks, heads } = chainCollections(connection);
  const head = await heads.findOne({ _id: 'head' });
  let replaced = await ReplacedMarks.read(connection, key);
  if (!head) return { fault: 'the head of the chain is missing' };
  if (head.isAdopting)
    return { fault: 'the entries of earlier versions are being linked: check it again soon' };
  if (!isHeadRight(key, head)) return { fault: 'the head of the chain was changed' };
  const expired = Math.max(Number(head.expired), Date.now() - retentionMs) + toleranceMs;
  const mayBeGone = (at: Date) => Number(at) <= expired;
  let last: { number: number; hash: string } | undefined;
  let linked = 0;
  // A running server may add blocks meanwhile, which are checked the next time.
  for await (const block of blocks.find({ _id: { $lte: head.block } }).sort({ _id: 1 })) {
    const follows = last ? block._id === last.number + 1 : block._id === 1 || mayBeGone(block.before);
    if (!follows) return { fault: `links are missing before ${nameOf(block.links[0])}` };
    if (!isBlockRight(key, block) || (last && block.previous !== last.hash))
      return { fault: `the links from ${nameOf(block.links[0])} on were changed` };
    const fault = await checkBlock(block);
    if (fault) return { fault };
    linked += block.links.length;
    last = { number: block._id, hash: block.links.at(-1)?.hash ?? block.previous };
  }
  const isWhole = last ? last.number === head.block && last.hash === head.hash : mayBeGone(head.until);
  if (!isWhole) return { fault: `the end of the trail is missing, until ${head.until.toISOString()}` };
  // A block and its head are written at once: a block beyond an unchanged head is one that was put back.
  if (await blocks.findOne({ _id: head.block + 1 })) {
    const present = await heads.findOne({ _id: 'head' });
    if (present?.block === head.block) return { fault: 'an older head of the chain was put back' };
  }
  if (anchor === 'changed') return { fault: 'its anchor in the data folder was changed' };
  if (anchor && (head.block < anchor.block || (head.block === anchor.block && head.hash !== anchor.hash)))
    return {
      fault: `an older chain was put back: it ends with block ${head.block}, and went to ${anchor.block}`,
    };
  let count = 0;
  for await (const entry of entries.find({}).sort({ at: 1, _id: 1 })) {
    count++;
    if (!isMarked(key, entry))
      return { fault: `the entry ${String(entry._id)} of ${entry.at.toISOString()} was added` };
    if (replaced.isReplaced(String(entry._id), entry.mark))
      return {
        fault: `the entry ${String(entry._id)} of ${entry.at.toISOString()} is as it was before its erasure`,
      };
  }
  return {
    entries: count,
    waiting: Math.max(0, count - linked),
    until: head.until,
    block: head.block,
    hash: head.hash,
  };

  async function checkBlock({ links, previous }: Block): Promise<string | undefined> {
    const found = new Map(
      (await entries.find({ _id: { $in: links.map(({ id }) => id) } }).toArray()).map((entry) => [
        String(entry._id),
        entry,
      ]),
    );
    let hash = previous;
    for (const link of links) {
      const entry = found.get(String(link.id));
      if (!entry && !mayBeGone(link.at)) return `${nameOf(link)} is missing`;
      if (entry && !isLinkedAfter(hash, entry, link)) {
        // An erasure beside the check may have replaced it since the marks were read.
        replaced = await ReplacedMarks.read(connection, key);
        if (!isLinkedAfter(hash, entry, link)) return `${nameOf(link)} was changed`;
      }
      ({ hash } = link);
    }
    return undefined;
  }

  function isLinkedAfter(previous: string, entry: AuditEntry, link: Link): boolean {
    const { mark = '' } = entry;
    return isLinked(key, previous, { ...entry, mark }, link, replaced.before(String(link.id), mark));
  }
}
