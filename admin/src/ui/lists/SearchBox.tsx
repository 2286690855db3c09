import ClearIcon from '@mui/icons-material/Clear';
import SearchIcon from '@mui/icons-material/Search';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { type KeyboardEvent, useState } from 'react';
import { useTranslate } from 'react-admin';

interface SearchBoxProps {
  label: string;
  /** The applied search. */
  value: string;
  onSearch: (text: string) => void;
  autoFocus?: boolean;
}

/** A search that is applied on Enter. */
export function SearchBox({ label, value, onSearch, autoFocus }: SearchBoxProps) {
  const translate = useTranslate();
  const [text, setText] = useState(value);
  const [applied, setApplied] = useState(value);
  const [edited, setEdited] = useState(false);
  // The address holds the search: Back and a cleared filter reset the field; text that is being typed stays.
  if (applied !== value) {
    setApplied(value);
    if (!edited) setText(value);
  }
  const search = (searched: string) => {
    setEdited(false);
    onSearch(searched);
  };

  return (
    <TextField
      type="text"
      autoFocus={autoFocus}
      size="small"
      label={label}
      value={text}
      onChange={(event) => {
        setText(event.target.value);
        setEdited(true);
      }}
      sx={{ flex: { xs: '1 1 8rem', md: '1 1 11rem' }, maxWidth: { md: 400 } }}
      slotProps={{
        htmlInput: {
          'data-list-search': true,
          inputMode: 'search',
          enterKeyHint: 'search',
          maxLength: 200,
          // On the input alone: Enter on the button beside it clears the text.
          onKeyDown: (event: KeyboardEvent) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) search(text.trim());
          },
        },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <SearchIcon fontSize="small" />
            </InputAdornment>
          ),
          endAdornment: text && (
            <InputAdornment position="end">
              <IconButton
                size="small"
                edge="end"
                aria-label={translate('admin.list.clearSearch')}
                onClick={() => {
                  setText('');
                  if (value) search('');
                  else setEdited(false);
                }}
              >
                <ClearIcon fontSize="small" />
              </IconButton>
            </InputAdornment>
          ),
        },
      }}
    />
  );
}
