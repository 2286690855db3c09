import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';

interface FilterSelectProps {
  label: string;
  value: string;
  options: { value: string; label: string }[];
  onChange: (value: string) => void;
}

/** A select that filters a list at once. An unknown value, typed into the address, reads as the first option. */
export const FilterSelect = ({ label, value, options, onChange }: FilterSelectProps) => (
  <TextField
    select
    size="small"
    label={label}
    value={options.some((option) => option.value === value) ? value : (options[0]?.value ?? '')}
    onChange={(event) => onChange(event.target.value)}
    sx={{
      flex: { xs: '1 1 7rem', md: '0 0 auto' },
      minWidth: { md: 168 },
      maxWidth: { xs: '100%', md: 'min(100%, 20rem)' },
    }}
    slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
  >
    {options.map((option) => (
      <MenuItem key={option.value} value={option.value}>
        {option.label}
      </MenuItem>
    ))}
  </TextField>
);
