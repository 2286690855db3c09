import UploadIcon from '@mui/icons-material/UploadFileOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type DragEvent, useState } from 'react';
import { useTranslate } from 'react-admin';

interface FileDropProps {
  disabled: boolean;
  onFile: (file: File) => void;
}

/** Takes a bank's file, dropped or chosen. */
export function FileDrop({ disabled, onFile }: FileDropProps) {
  const translate = useTranslate();
  const [isOver, setOver] = useState(false);
  const label = (name: string) => translate(`admin.reconcile.import.${name}`);
  const take = (files: FileList | null | undefined) => {
    const file = files?.[0];
    if (file && !disabled) onFile(file);
  };
  const over = (isDragged: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(isDragged && !disabled);
  };

  return (
    <Box
      onDragOver={over(true)}
      onDragLeave={over(false)}
      onDrop={(event) => {
        over(false)(event);
        take(event.dataTransfer.files);
      }}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'center',
        gap: 1,
        p: 3,
        textAlign: 'center',
        border: 2,
        borderStyle: 'dashed',
        borderRadius: 2,
        borderColor: isOver ? 'primary.main' : 'divider',
        bgcolor: isOver ? 'action.hover' : undefined,
      }}
    >
      <Typography color="text.secondary">{label('drop')}</Typography>
      <Button component="label" variant="contained" startIcon={<UploadIcon />} disabled={disabled}>
        {label('choose')}
        <Box
          component="input"
          type="file"
          accept=".csv,.txt,.ofx,.qfx,.xml,text/csv,application/xml"
          disabled={disabled}
          onChange={(event) => {
            take(event.target.files);
            event.target.value = '';
          }}
          // Hidden from sight alone, so that the keyboard reaches it.
          sx={{ position: 'absolute', inset: 0, opacity: 0, cursor: 'pointer', fontSize: 0 }}
        />
      </Button>
      <Typography variant="body2" color="text.secondary">
        {label('formats')}
      </Typography>
    </Box>
  );
}
