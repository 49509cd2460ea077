import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import type { Document, Operation, Response, Schema } from '../../apps/api/src/openapi/openapi-types.js';

// The types of this package describe the module, but under ESM the import is the function.
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

interface CompiledResponse {
  readonly requiredHeaders: readonly string[];
  /** By media type; empty for a response without a body. */
  readonly bodies: ReadonlyMap<string, ValidateFunction>;
}

const NOT_FOUND = 404;
const INVALID = 400;

/** Checks responses of a running service against the committed OpenAPI document. */
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
      // Fixed paths match before paths with parameters.
      .sort((left, right) => left.split('{').length - right.split('{').length)
      .map((path) => ({ path, pattern: new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`) }));
  }

  /** The problem of the response, or undefined. */
  problemOf(observed: ObservedResponse): string | undefined {
    const { method, status, url } = observed;
    const [path = ''] = url.split('?', 1);
    const template = this.templates.find(({ pattern }) => pattern.test(path))?.path;
    const summary = `${method} ${template ?? path} returned ${status}`;
    const response = this.responseFor(observed, template);
    if (response === undefined) return `${summary}, which is not documented: ${observed.text.slice(0, 300)}`;
    const problem = this.problemWith(observed, this.compiledFor(response));
    return problem === undefined ? undefined : `${summary} ${problem}: ${observed.text.slice(0, 600)}`;
  }

  private responseFor(
    { method, status }: ObservedResponse,
    template: string | undefined,
  ): Described | undefined {
    const unreached = this.component('Unreached');
    const isUnreached = unreached['x-statuses']?.includes(status) === true;
    const operation: Operation | undefined = this.document.paths[template ?? '']?.[method.toLowerCase()];
    if (operation === undefined) {
      // A malformed request is rejected before routing.
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
    if (response === undefined) throw new Error(`The document has no response ${name}`);
    return response;
  }

  private compiledFor(response: Described): CompiledResponse {
    let documented = this.compiled.get(response);
    if (documented === undefined) {
      const { headers = {}, content = {} } = response;
      documented = {
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
      this.compiled.set(response, documented);
    }
    return documented;
  }

  private isRequired(header: { $ref?: string; required?: boolean }): boolean {
    const name = header.$ref?.split('/').at(-1);
    const described = name === undefined ? header : this.document.components.headers?.[name];
    return (described as { required?: boolean } | undefined)?.required === true;
  }

  private problemWith({ headers, text }: ObservedResponse, documented: CompiledResponse): string | undefined {
    const missing = documented.requiredHeaders.find((name) => headers[name] === undefined);
    if (missing !== undefined) return `without the header ${missing}`;
    const [type = ''] = (headers['content-type'] ?? '').split(';', 1);
    const validate = documented.bodies.get(type);
    if (validate === undefined) return `with the content type "${type}"`;
    if (validate(type === 'application/json' ? JSON.parse(text) : text)) return undefined;
    return `with an invalid body: ${this.ajv.errorsText(validate.errors, { dataVar: '' })}`;
  }
}

/** Clients must ignore unknown fields, but the service must not send undocumented ones. */
function forbidUndocumentedFields({ components }: Document): void {
  for (const schema of Object.values(components.schemas)) {
    if (schema.properties !== undefined) schema.additionalProperties ??= false;
  }
}

const absolute = (schema: Schema): Schema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"florin#/components/')) as Schema;

let contract: Contract | undefined;

/** Read and compiled once per process. */
export const openApiContract = (): Contract =>
  (contract ??= new Contract(
    JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')) as Document,
  ));
