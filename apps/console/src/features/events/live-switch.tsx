import { Switch, Tooltip } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTexts } from '../../i18n/language.js';
import { EVENT_TEXTS } from './texts.js';

interface LiveSwitchProps {
  readonly isLive: boolean;
  /** Only the page with the newest events changes. */
  readonly isDisabled: boolean;
}

export function LiveSwitch({ isLive, isDisabled }: LiveSwitchProps) {
  const texts = useTexts(EVENT_TEXTS);
  const navigate = useNavigate();
  return (
    <Tooltip label={texts.liveHint} refProp="rootRef">
      <Switch
        label={texts.live}
        checked={isLive}
        disabled={isDisabled}
        onChange={(event) => {
          const live = event.currentTarget.checked ? undefined : 'off';
          void navigate({ to: '.', search: (previous) => ({ ...previous, live }), replace: true });
        }}
      />
    </Tooltip>
  );
}
