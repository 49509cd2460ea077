import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import type { Document, Operation, Response, Schema } from '../../apps/api/src/openapi/openapi-types.js';

// Under ESM the types of this package see its module and the program sees its function.
const addFormats = addFormatsModule as unknown as typeof addFormatsModule.default;

export interface ObservedResponse {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

type Described = Response & { 'x-statuses'?: number[]; headers?: Record<string, { required?: boolean }> };

/** What the document promises about one answer, with its schema compiled. */
interface CompiledResponse {
  readonly requiredHeaders: readonly string[];
  /** By media type; none for an answer without a body. */
  readonly bodies: ReadonlyMap<string, ValidateFunction>;
}

const NOT_FOUND = 404;
const INVALID = 400;

/** Holds answers of a running service against the committed document. */
export class Contract {
  private readonly ajv = new Ajv2020({ strict: false, validateFormats: true });
  private readonly templates: { readonly pattern: RegExp; readonly path: string }[];
  private readonly compiled = new Map<object, CompiledResponse>();

  constructor(private readonly document: Document) {
    addFormats(this.ajv);
    this.ajv.addFormat('idn-email', /^[^\s@]+@[^\s@]+$/u);
    forbidUndocumentedFields(document);
    this.ajv.addSchema(document, 'florin', undefined, false);
    this.templates = Object.keys(document.paths)
      // An address is what it says before it is an example of something else.
      .sort((left, right) => left.split('{').length - right.split('{').length)
      .map((path) => ({ path, pattern: new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`) }));
  }

  /** What is wrong with the answer, or undefined. */
  problemOf(answer: ObservedResponse): string | undefined {
    const { method, status, url } = answer;
    const [path = ''] = url.split('?', 1);
    const template = this.templates.find(({ pattern }) => pattern.test(path))?.path;
    const said = `${method} ${template ?? path} answered ${status}`;
    const response = this.responseFor(answer, template);
    if (response === undefined) return `${said}, which is not documented: ${answer.text.slice(0, 300)}`;
    const problem = this.problemWith(answer, this.compiledFor(response));
    return problem === undefined ? undefined : `${said} ${problem}: ${answer.text.slice(0, 600)}`;
  }

  private responseFor(
    { method, status }: ObservedResponse,
    template: string | undefined,
  ): Described | undefined {
    const unreached = this.component('Unreached');
    const isUnreached = unreached['x-statuses']?.includes(status) === true;
    const operation: Operation | undefined = this.document.paths[template ?? '']?.[method.toLowerCase()];
    if (operation === undefined) {
      // The document describes no such operation; what cannot be read is refused before anybody looks for it.
      if (status === INVALID) return this.component('InvalidRequest');
      if (status === NOT_FOUND && template === undefined) return this.component('NotFound');
      return isUnreached ? unreached : undefined;
    }
    const documented: Described | undefined = operation.responses[status];
    if (documented === undefined) return isUnreached ? unreached : undefined;
    return documented.$ref === undefined
      ? documented
      : this.component(documented.$ref.split('/').at(-1) ?? '');
  }

  private component(name: string): Described {
    const response = this.document.components.responses?.[name];
    if (response === undefined) throw new Error(`The document describes no answer called ${name}`);
    return response;
  }

  private compiledFor(response: Described): CompiledResponse {
    let promised = this.compiled.get(response);
    if (promised === undefined) {
      const { headers = {}, content = {} } = response;
      promised = {
        requiredHeaders: Object.keys(headers)
          .filter((name) => this.isRequired(headers[name] ?? {}))
          .map((name) => name.toLowerCase()),
        bodies: new Map(
          Object.entries(content).map(([type, { schema = {} }]) => [
            type,
            this.ajv.compile(absolute(schema)),
          ]),
        ),
      };
      this.compiled.set(response, promised);
    }
    return promised;
  }

  private isRequired(header: { $ref?: string; required?: boolean }): boolean {
    const name = header.$ref?.split('/').at(-1);
    const described = name === undefined ? header : this.document.components.headers?.[name];
    return (described as { required?: boolean } | undefined)?.required === true;
  }

  private problemWith({ headers, text }: ObservedResponse, promised: CompiledResponse): string | undefined {
    const missing = promised.requiredHeaders.find((name) => headers[name] === undefined);
    if (missing !== undefined) return `without the header ${missing}`;
    const [type = ''] = (headers['content-type'] ?? '').split(';', 1);
    const validate = promised.bodies.get(type);
    if (validate === undefined) return `with the content type "${type}"`;
    if (validate(type === 'application/json' ? JSON.parse(text) : text)) return undefined;
    return `with a body that ${this.ajv.errorsText(validate.errors, { dataVar: '' })}`;
  }
}

/** Callers must bear fields they do not know; the service itself must not have any that are not described. */
function forbidUndocumentedFields({ components }: Document): void {
  for (const schema of Object.values(components.schemas)) {
    if (schema.properties !== undefined) schema.additionalProperties ??= false;
  }
}

const absolute = (schema: Schema): Schema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"florin#/components/')) as Schema;

let contract: Contract | undefined;

/** Read and compiled once per process, whatever the number of services in it. */
export const openApiContract = (): Contract =>
  (contract ??= new Contract(
    JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')) as Document,
  ));
