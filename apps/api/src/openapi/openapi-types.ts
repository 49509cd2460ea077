// The parts of a document that this folder changes. The types of @nestjs/swagger do not match the documents it creates.

export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  example?: unknown;
  examples?: unknown[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  [keyword: string]: unknown;
}

export interface Parameter {
  $ref?: string;
  name?: string;
  in?: string;
  description?: string;
  schema?: Schema;
}

export interface Response {
  $ref?: string;
  description?: string;
  headers?: Record<string, object>;
  content?: Record<string, { schema?: Schema }>;
}

export interface Operation {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, { schema?: Schema; example?: object }> };
  responses: Record<string, Response>;
}

export type PathItem = Record<string, Operation>;

export interface Document {
  info: object;
  tags?: object[];
  paths: Record<string, PathItem>;
  components: {
    schemas: Record<string, Schema>;
    responses?: Record<string, object>;
    parameters?: Record<string, object>;
    headers?: Record<string, object>;
    securitySchemes?: Record<string, object>;
  };
}
