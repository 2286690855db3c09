import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { useTranslate } from 'react-admin';
import { type Role, roleNames, roles } from '#domain/roles';

interface RoleFieldProps {
  value: Role;
  onChange: (role: Role) => void;
  /** True where it is the first field of its dialog. */
  autoFocus?: boolean;
}

/** The three roles, each with what it may do. */
export function RoleField({ value, onChange, autoFocus = false }: RoleFieldProps) {
  const translate = useTranslate();
  return (
    <RadioGroup
      aria-label={translate('resources.people.fields.role')}
      value={value}
      onChange={({ target }) => onChange(target.value as Role)}
      sx={{ mt: 1, gap: 1 }}
    >
      {roles.map((role) => (
        <FormControlLabel
          key={role}
          value={role}
          control={<Radio autoFocus={autoFocus && role === value} />}
          label={`${roleNames[role]}: ${translate(`resources.people.roles.${role}`)}`}
        />
      ))}
    </RadioGroup>
  );
}
