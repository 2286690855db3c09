import OpenIcon from '@mui/icons-material/OpenInNew';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';

interface ProviderLinkProps {
  address: string;
  provider: string;
}

/** Opens a payment on the provider's own site, in a new tab. */
export function ProviderLink({ address, provider }: ProviderLinkProps) {
  const translate = useTranslate();
  return (
    <Button
      variant="outlined"
      size="small"
      component="a"
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      startIcon={<OpenIcon />}
      sx={{ display: 'flex', width: 'fit-content', mt: 0.5 }}
    >
      {translate('resources.card-events.openIn', { provider })}
    </Button>
  );
}
