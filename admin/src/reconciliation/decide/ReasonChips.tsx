import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { type CandidateReason, candidateReasonNames } from '#domain/candidates';

/** Reasons to propose a payment, strongest first. */
export const ReasonChips = ({ why }: { why: CandidateReason[] }) => (
  <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 0.5 }}>
    {why.map((reason) => (
      <Chip
        key={reason}
        component="span"
        variant="outlined"
        label={candidateReasonNames[reason]}
        color={reason === 'reference' ? 'success' : reason === 'settled' ? 'error' : 'default'}
      />
    ))}
  </Box>
);
