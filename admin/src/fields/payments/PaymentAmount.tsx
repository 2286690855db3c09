import Box from '@mui/material/Box';
import { AmountLabelledThb } from './AmountLabelledThb.js';
import { RecordedCaption } from './RecordedCaption.js';

/** The amount labelled THB, with the recorded one as a caption below. */
export const PaymentAmount = () => (
  <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
    <AmountLabelledThb />
    <RecordedCaption />
  </Box>
);
