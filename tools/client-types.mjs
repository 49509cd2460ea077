// Generates the client's types from the OpenAPI document, for the script that writes them and the test that compares them.
import openapiTypeScript, { astToString } from 'openapi-typescript';
import { format } from 'prettier';
import ts from 'typescript';

const HEAD = '// Made from openapi.json by `npm run openapi`. Change the service, not this file.\n\n';

/** The text of libs/client/src/schema.ts. */
export async function clientTypes(document) {
  const nodes = await openapiTypeScript(structuredClone(document), { alphabetize: false });
  const options = { parser: 'typescript', printWidth: 110, singleQuote: true, trailingComma: 'all' };
  return format(HEAD + astToString(withNamedTypes(nodes)), options);
}

/**
 * Moves each schema and each operation's query parameters into an interface of its own: editors show an interface by
 * its name, but an anonymous type with all its fields.
 */
function withNamedTypes(nodes) {
  const moved = membersToMove(nodes);
  const names = new Set(moved.values());
  const visitor = (context) => {
    const visit = (node) => {
      const name = moved.get(node) ?? schemaName(node);
      if (!names.has(name)) return ts.visitEachChild(node, visit, context);
      const reference = ts.factory.createTypeReferenceNode(name);
      if (!ts.isPropertySignature(node)) return reference;
      const { modifiers, name: key, questionToken } = node;
      return ts.factory.updatePropertySignature(node, modifiers, key, questionToken, reference);
    };
    return (root) => ts.visitEachChild(root, visit, context);
  };
  const interfaces = [...moved].map(([member, name]) => interfaceOf(member, name));
  return ts.transform([...interfaces, ...nodes], [visitor]).transformed;
}

/** The members with an anonymous type, and their new names. `Error` is none of them: it would hide the global class. */
function membersToMove(nodes) {
  const { components, operations } = Object.fromEntries(nodes.map((node) => [node.name.text, node]));
  const schemas = memberOf(components, 'schemas')
    .type.members.map((schema) => [schema, schema.name.text])
    .filter(([, name]) => name !== 'Error');
  const queries = operations.members.map(({ name: { text }, type }) => [
    memberOf(memberOf(type, 'parameters').type, 'query'),
    `${text[0].toUpperCase()}${text.slice(1)}Query`,
  ]);
  return new Map([...schemas, ...queries].filter(([{ type }]) => ts.isTypeLiteralNode(type)));
}

const memberOf = ({ members }, name) => members.find((member) => member.name.text === name);

/** The name in `components['schemas'][name]`; undefined for other nodes. */
function schemaName(node) {
  if (!ts.isIndexedAccessTypeNode(node)) return undefined;
  const { objectType, indexType } = node;
  return objectType.indexType?.literal.text === 'schemas' ? indexType.literal.text : undefined;
}

function interfaceOf(member, name) {
  const exported = ts.factory.createModifier(ts.SyntaxKind.ExportKeyword);
  const { members } = member.type;
  const declared = ts.factory.createInterfaceDeclaration([exported], name, undefined, undefined, members);
  return ts.setSyntheticLeadingComments(declared, ts.getSyntheticLeadingComments(member));
}
