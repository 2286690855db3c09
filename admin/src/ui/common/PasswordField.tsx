import HideIcon from '@mui/icons-material/VisibilityOffOutlined';
import ShowIcon from '@mui/icons-material/VisibilityOutlined';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import TextField, { type TextFieldProps } from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslate } from 'react-admin';

/** A field for a password, which can be shown while it is typed. */
export function PasswordField(props: TextFieldProps) {
  const translate = useTranslate();
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? HideIcon : ShowIcon;
  return (
    <TextField
      fullWidth
      margin="normal"
      {...props}
      type={isShown ? 'text' : 'password'}
      slotProps={{
        htmlInput: { autoCapitalize: 'none', spellCheck: false },
        input: {
          endAdornment: (
            <InputAdornment position="end">
              <IconButton
                edge="end"
                aria-label={translate('admin.password')}
                aria-pressed={isShown}
                onClick={() => setIsShown(!isShown)}
              >
                <Icon />
              </IconButton>
            </InputAdornment>
          ),
        },
      }}
    />
  );
}
