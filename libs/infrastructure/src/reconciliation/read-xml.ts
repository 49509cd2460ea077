import { setImmediate as endOfTurn } from 'node:timers/promises';
import sax from 'sax';
import { invalidLine } from './file-fields.js';

export interface XmlVisitor {
  /** Names without their namespace prefix. `path` is that of the element, as in `/Document/Stmt`. */
  open(path: string, attributes: ReadonlyMap<string, string>, lineNumber: number): void;
  /** `text` is undefined for an element with child elements. */
  close(path: string, text: string | undefined, lineNumber: number): void;
}

// Far above what messages of ISO 20022 contain.
const MAX_DEPTH = 64;
const MAX_NAME_LENGTH = 128;
const MAX_ATTRIBUTES = 64;
/** Longer text is cut: only texts for people are as long. */
const MAX_TEXT_LENGTH = 4_000;
/** sax checks the length of names, attributes and comments after each chunk. */
const CHUNK_BYTES = 32 * 1024;

/**
 * Reads a document piece by piece; other requests run between the pieces. A document type is refused, and with it every
 * entity but those of XML itself: nothing is expanded or loaded. The bytes are valid UTF-8.
 */
export async function readXml(bytes: Uint8Array, visitor: XmlVisitor): Promise<void> {
  const parser = visitingParser(visitor);
  const decoder = new TextDecoder();
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    parser.write(decoder.decode(bytes.subarray(at, at + CHUNK_BYTES), { stream: true }));
    await endOfTurn();
  }
  parser.close();
}

// Without `strictEntities`, sax expands the entities of HTML. Not in its types.
const OPTIONS = { strictEntities: true, position: true };

interface OpenElement {
  readonly path: string;
  hasChildren: boolean;
  text: string;
}

function visitingParser(visitor: XmlVisitor) {
  const parser = sax.parser(true, OPTIONS);
  const open: OpenElement[] = [];
  let attributes = new Map<string, string>();
  const lineNumber = (): number => parser.line + 1;
  const refuse = (problem: string): never => {
    throw invalidLine(lineNumber(), problem);
  };
  parser.onerror = () => refuse('the file is not well-formed XML.');
  parser.ondoctype = () => refuse('a document type (DOCTYPE) is not accepted.');
  parser.onprocessinginstruction = ({ name, body }) => {
    const encoding = /encoding\s*=\s*["']([^"']*)["']/i.exec(name === 'xml' ? body : '')?.[1] ?? 'utf-8';
    if (!/^(utf-8|us-ascii)$/i.test(encoding)) refuse('the encoding must be UTF-8.');
  };
  parser.onopentagstart = ({ name }) => {
    attributes = new Map();
    if (open.length >= MAX_DEPTH) refuse(`elements are nested more than ${MAX_DEPTH} levels deep.`);
    if (name.length > MAX_NAME_LENGTH) refuse('the name of an element is too long.');
  };
  parser.onattribute = ({ name, value }) => {
    if (attributes.size >= MAX_ATTRIBUTES) refuse('an element has too many attributes.');
    attributes.set(name, value);
  };
  parser.onopentag = ({ name }) => {
    const parent = open.at(-1);
    if (parent !== undefined) parent.hasChildren = true;
    const path = `${parent?.path ?? ''}/${name.slice(name.indexOf(':') + 1)}`;
    open.push({ path, hasChildren: false, text: '' });
    visitor.open(path, attributes, lineNumber());
  };
  const addText = (text: string): void => {
    const element = open.at(-1);
    if (element !== undefined && element.text.length < MAX_TEXT_LENGTH)
      element.text += text.slice(0, MAX_TEXT_LENGTH);
  };
  parser.ontext = addText;
  parser.oncdata = addText;
  parser.onclosetag = () => {
    const element = open.pop();
    if (element === undefined) return;
    visitor.close(element.path, element.hasChildren ? undefined : element.text.trim(), lineNumber());
  };
  return parser;
}
