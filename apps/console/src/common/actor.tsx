import { useTexts } from '../i18n/language.js';
import { ResourceLink } from './resource-link.js';
import { COMMON_TEXTS } from './texts.js';

/** Who caused an event: the id of a user or an API key, or one of the names in the texts. */
export function Actor({ actor }: { readonly actor: string }) {
  const { actors } = useTexts(COMMON_TEXTS);
  const names: Readonly<Record<string, string>> = actors;
  return Object.hasOwn(names, actor) ? names[actor] : <ResourceLink id={actor} />;
}
