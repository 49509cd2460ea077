import { createTheme, type CSSVariablesResolver, darken, DEFAULT_THEME } from '@mantine/core';

export const theme = createTheme({
  primaryColor: 'cyan',
  primaryShade: 9,
  defaultRadius: 'md',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  autoContrast: true,
});

/** The text of badges, alerts and subtle buttons. */
const textColors = (textColor: (shades: readonly string[]) => string | undefined): Record<string, string> =>
  Object.fromEntries(
    Object.entries(DEFAULT_THEME.colors).map(([name, shades]) => [
      `--mantine-color-${name}-light-color`,
      textColor(shades) ?? '',
    ]),
  );

/** Filled buttons under the pointer. Mantine's are lighter, so that their white text is harder to read. */
const hoverColors: Record<string, string> = Object.fromEntries(
  Object.entries(DEFAULT_THEME.colors).map(([name, shades]) => [
    `--mantine-color-${name}-filled-hover`,
    darken(shades[9], 0.15),
  ]),
);

/** Mantine's own colors of secondary text have less contrast than the 4.5:1 of WCAG AA. */
export const accessibleColors: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...hoverColors,
    // The darkest yellow and teal are too light on their badges.
    ...textColors((shades) => darken(shades[9] ?? '', 0.35)),
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-7)',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
  },
  dark: {
    ...hoverColors,
    ...textColors((shades) => shades[2]),
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-1)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
  },
});
