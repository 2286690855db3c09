import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReadingDecision } from '#domain/statement-reading';
import { useQuestionText } from './useQuestionText.js';

/** The decisions by which a file is read, each with what spoke for it and against it. */
export function DecisionList({ decisions }: { decisions: ReadingDecision[] }) {
  const label = useQuestionText('why');
  return (
    <Box component="details" sx={{ mt: 2, '& summary': { cursor: 'pointer', py: 1 } }}>
      <summary>{label('title')}</summary>
      <Box component="ul" sx={{ m: 0, pl: 3, display: 'grid', gap: 0.5 }}>
        {decisions
          .filter(({ reads }) => reads)
          .map(({ on, reads, for: reasons, against }) => (
            <Typography key={on} component="li" variant="body2" sx={{ overflowWrap: 'anywhere' }}>
              {reads.charAt(0).toUpperCase() + reads.slice(1)}
              <Typography component="span" variant="body2" color="text.secondary">
                {reasons.length > 0 && label('for', { reasons: reasons.join('; ') })}
                {against.length > 0 && label('against', { reasons: against.join('; ') })}
              </Typography>
            </Typography>
          ))}
      </Box>
    </Box>
  );
}
