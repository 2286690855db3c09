import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import type { CardEventDetails } from '#domain/cards';

/** The kept part of the provider's message, folded; it is deleted after a while. */
export function CardEventBody({ event: { body } }: { event: CardEventDetails }) {
  const translate = useTranslate();
  if (!body)
    return (
      <Typography variant="body2" color="text.secondary" sx={{ mt: 2 }}>
        {translate('resources.card-events.bodyDeleted')}
      </Typography>
    );
  return (
    <Folded>
      <summary>{translate('resources.card-events.body')}</summary>
      <pre tabIndex={0}>{JSON.stringify(body, undefined, 2)}</pre>
    </Folded>
  );
}

const Folded = styled('details')(({ theme }) => ({
  marginTop: 16,
  summary: { cursor: 'pointer', padding: '12px 0', fontWeight: 600 },
  pre: {
    margin: 0,
    padding: 12,
    maxHeight: 360,
    overflow: 'auto',
    border: `1px solid ${theme.palette.divider}`,
    borderRadius: 8,
    fontSize: '0.8125rem',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
}));
