import { MAX_AMOUNT } from '@florin/kernel';
import { type LineItem, MAX_ITEM_NAME_LENGTH, MAX_QUANTITY } from '@florin/payments';
import { ApiSchema } from '@nestjs/swagger';
import { IsDisplayedText, IsWholeNumber } from '../common/decorators/fields.js';
import { ApiInteger, ApiText } from '../openapi/fields.js';

@ApiSchema({ name: 'CreateLineItem', description: 'An item that the customer pays for.' })
export class LineItemDto {
  @IsDisplayedText(
    { least: 1, most: MAX_ITEM_NAME_LENGTH },
    { description: 'What it is.', example: 'Green tea, 100 g' },
  )
  name!: string;
  @IsWholeNumber({ least: 1, most: MAX_QUANTITY }, { description: 'How many of them.', example: 3 })
  quantity!: number;
  @IsWholeNumber(
    { least: 0, most: MAX_AMOUNT },
    { description: 'The amount of one, in minor units: 2500 is 25.00.', example: 2500 },
  )
  unit_amount!: number;
}

@ApiSchema({ name: 'LineItem', description: 'An item that the customer pays for.' })
export class LineItemBody {
  @ApiText('What it is.', 'Green tea, 100 g') name!: string;
  @ApiInteger('How many of them.', 3, 1) quantity!: number;
  @ApiInteger('The amount of one, in minor units: 2500 is 25.00.', 2500) unit_amount!: number;
}

export const lineItemOf = ({ name, quantity, unit_amount }: LineItemDto): LineItem => ({
  name,
  quantity,
  unitAmount: unit_amount,
});

export const lineItemBody = ({ name, quantity, unitAmount }: LineItem): LineItemBody => ({
  name,
  quantity,
  unit_amount: unitAmount,
});
