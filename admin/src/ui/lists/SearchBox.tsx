import ClearIcon from '@mui/icons-material/Clear';
import SearchIcon from '@mui/icons-material/Search';
import { IconButton, InputAdornment, TextField } from '@mui/material';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useListFilter } from './useListFilter.js';
import { useTranslate } from '../i18n/useTranslate.js';

interface SearchBoxProps {
  label: string;
  /** The applied search. */
  value: string;
  onSearch: (text: string) => void;
  autoFocus?: boolean;
}

/** A search that is applied on Enter, or by the button that stands there while the text is not what the list shows. */
export function SearchBox({ label, value, onSearch, autoFocus }: SearchBoxProps) {
  const translate = useTranslate();
  const field = useRef<HTMLInputElement>(null);
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
  const isApplied = text.trim() === value.trim();

  return (
    <TextField
      type="text"
      inputRef={field}
      autoFocus={autoFocus}
      size="small"
      label={label}
      value={text}
      onChange={(event) => {
        setText(event.target.value);
        setEdited(true);
      }}
      sx={{ flex: { xs: '1 1 8rem', sm: '1 1 14rem', md: '1 1 11rem' }, maxWidth: { md: 400 } }}
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
              {isApplied ? (
                <SearchIcon fontSize="small" />
              ) : (
                <IconButton
                  color="primary"
                  // By the keyboard it is Enter in the field.
                  tabIndex={-1}
                  aria-label={translate('admin.list.applySearch')}
                  title={translate('admin.list.applySearch')}
                  // As large as the icon without it, so that the text stays where it is.
                  sx={{ p: 0.5, m: { xs: -1.5, md: -0.5 } }}
                  onClick={() => search(text.trim())}
                >
                  <SearchIcon fontSize="small" />
                </IconButton>
              )}
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
                  field.current?.focus();
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

/** react-admin's SearchInput, of a field of the list's filter, which is applied on Enter. */
export function SearchInput({
  source,
  ...box
}: Omit<SearchBoxProps, 'value' | 'onSearch'> & { source: string }) {
  const { filter, setFilter } = useListFilter<Record<string, string>>();
  return (
    <SearchBox {...box} value={filter[source] ?? ''} onSearch={(text) => setFilter({ [source]: text })} />
  );
}
