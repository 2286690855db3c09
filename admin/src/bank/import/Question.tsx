import { Box, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { type FileItem, FileRows } from './FileRows.js';

interface QuestionProps {
  title: string;
  hint?: string;
  /** The parts of the file that it is about. */
  list?: { label: string; items: FileItem[] };
  children?: ReactNode;
  /** The answers, side by side, and one below the other on a phone. */
  answers: ReactNode;
}

/** A question about a bank's file, which blocks its import until it is answered. */
export function Question({ title, hint, list, children, answers }: QuestionProps) {
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
      {list && <FileRows {...list} />}
      {children}
      <Box
        sx={{
          display: 'flex',
          flexDirection: { xs: 'column', sm: 'row' },
          flexWrap: 'wrap',
          alignItems: { xs: 'stretch', sm: 'center' },
          gap: 1,
          mt: 2,
        }}
      >
        {answers}
      </Box>
    </Box>
  );
}
