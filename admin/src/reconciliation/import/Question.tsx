import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';

interface QuestionProps {
  title: string;
  hint?: string;
  children: ReactNode;
}

/** A question about a bank's file, which blocks its import until it is answered. */
export function Question({ title, hint, children }: QuestionProps) {
  const id = useId();
  return (
    <Box
      role="group"
      aria-labelledby={id}
      sx={{ border: 1, borderColor: 'primary.main', borderRadius: 2, p: 2 }}
    >
      <Typography id={id} variant="h3">
        {title}
      </Typography>
      {hint && (
        <Typography color="text.secondary" sx={{ mb: 1 }}>
          {hint}
        </Typography>
      )}
      {children}
    </Box>
  );
}
