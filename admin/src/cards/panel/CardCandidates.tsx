import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { type CardCandidate, cardCandidateReasonNames } from '#domain/cards';
import { ChoiceRows } from '../../ui/lists/ChoiceRows.js';
import { AssignRow } from './AssignRow.js';
import type { AssignablePayment } from './assignablePayment.js';

interface CardCandidatesProps {
  candidates: CardCandidate[];
  isBusy: boolean;
  /** True where the best one is likely: Enter takes it. */
  isLikely: boolean;
  onAssign: (payment: AssignablePayment) => void;
}

/** The payments that a held event may belong to, the best first. */
export function CardCandidates({ candidates, isBusy, isLikely, onAssign }: CardCandidatesProps) {
  const translate = useTranslate();
  return (
    <div>
      <Typography variant="body2" color="text.secondary" id="card-candidates">
        {translate('resources.card-events.candidates')}
      </Typography>
      <ChoiceRows aria-labelledby="card-candidates">
        {candidates.map((candidate, index) => (
          <AssignRow
            key={candidate.paymentId}
            payment={candidate}
            isBusy={isBusy}
            isMain={index === 0 && isLikely}
            onAssign={onAssign}
          >
            <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 0.5, mt: 0.5 }}>
              {candidate.why.map((reason) => (
                <Chip
                  key={reason}
                  component="span"
                  variant="outlined"
                  label={cardCandidateReasonNames[reason]}
                />
              ))}
            </Box>
          </AssignRow>
        ))}
      </ChoiceRows>
    </div>
  );
}
