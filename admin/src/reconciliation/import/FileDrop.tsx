import UploadIcon from '@mui/icons-material/UploadFileOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type DragEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import { FileButton } from '../../ui/common/FileButton.js';

interface FileDropProps {
  disabled: boolean;
  onFile: (file: File) => void;
}

/** A field for a bank's file, dropped or chosen. */
export function FileDrop({ disabled, onFile }: FileDropProps) {
  const translate = useTranslate();
  const [isOver, setOver] = useState(false);
  const label = (name: string) => translate(`resources.reconcile.import.${name}`);
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
        const file = event.dataTransfer.files[0];
        if (file && !disabled) onFile(file);
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
      <FileButton
        variant="contained"
        accept=".csv,.txt,.ofx,.qfx,.qbo,.xml,.qif,.sta,.mt940,.940,.swi,text/csv,application/xml"
        startIcon={<UploadIcon />}
        disabled={disabled}
        onFile={onFile}
      >
        {label('choose')}
      </FileButton>
      <Typography variant="body2" color="text.secondary">
        {label('formats')}
      </Typography>
    </Box>
  );
}
