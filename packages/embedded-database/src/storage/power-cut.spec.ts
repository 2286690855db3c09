import { kills, survives } from '../testing/crashes.js';
import { cutPower, preparePowerCut, recordingDisk } from '../testing/power-cut.js';

const cuts = Math.ceil(kills / 2);

it(
  `a server loses no acknowledged write in ${cuts} power cuts with any of the written pages on the disk @long`,
  () => survives(cuts, preparePowerCut),
  60_000 + cuts * 8000,
);

it(
  `a server loses no acknowledged write in ${cuts} power cuts during checkpoints with any part of both files on the disk @long`,
  () => survives(cuts, () => cutPower, recordingDisk),
  60_000 + cuts * 8000,
);
